export default function stop() {
  return globalThis.examplesService.stop();
}
