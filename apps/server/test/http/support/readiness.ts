import { until } from '@resource-catalogue/testing/until';
import type { Answer, Instance } from '../../support/service.js';

/** Until the service is ready, which it says within two seconds or not at all: on a slow machine perhaps later. */
export function untilReady(service: Pick<Instance, 'request'>): Promise<void> {
  return until(async () => (await service.request('/health/ready')).status === 200);
}

/** The first answer that refuses readiness: it may be a second before the database is asked again. */
export async function untilNotReady(service: Pick<Instance, 'request'>): Promise<Answer> {
  const ask = () => service.request('/health/ready');
  let answer = await ask();
  await until(async () => {
    if (answer.status === 200) answer = await ask();
    return answer.status !== 200;
  });
  return answer;
}
