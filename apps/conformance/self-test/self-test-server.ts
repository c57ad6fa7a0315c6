import { type Behaviour, soundBehaviour } from './server/behaviour.js';
import type { Fault } from './faults/fault.js';
import { faults, type FaultId } from './faults/catalogue.js';
import { type SelfTestServer, type ServerOptions, startServer } from './server/start.js';
import { worldOf } from './server/world/world.js';

export interface SelfTestOptions extends Omit<ServerOptions, 'behaviour'> {
  /** The one thing that the server does wrong; nothing if it is left out. */
  readonly fault?: FaultId;
}

/** Starts a server of the interface that is wrong in exactly one way, or in none. */
export function startSelfTestServer({ fault, ...options }: SelfTestOptions): Promise<SelfTestServer> {
  return startServer(fault === undefined ? options : { ...options, behaviour: faulty(faultOf(fault), options) });
}

function faultOf(id: FaultId): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  return fault;
}

function faulty(fault: Fault, { world, seed = 1 }: ServerOptions): Behaviour {
  return { ...soundBehaviour, ...fault.behaviour(soundBehaviour, worldOf(world, seed)) };
}
