import { Socket } from 'node:net';

// Loaded before a service: extends timeouts of five seconds and more, because tests decide how long they wait.
const patient = (delay) => (delay < 5000 ? delay : Math.max(delay, 600_000));

const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = (work, delay, ...rest) => startTimer(work, patient(delay), ...rest);

const { setTimeout: startSocketTimer } = Socket.prototype;
Socket.prototype.setTimeout = function (delay, ...rest) {
  return startSocketTimer.call(this, patient(delay), ...rest);
};
