import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Logger } from './nest-logger.js';

describe('the framework’s messages', () => {
  it('are in the log of the service, those of the start only for who looks for them', () => {
    const lines: string[] = [];
    const logger = new Logger(pino({ level: 'trace' }, { write: (line) => lines.push(line) }));
    logger.log('Mapped {/users, GET} route', 'RouterExplorer');
    logger.warn('careful', 'Here');
    logger.error('broken', 'stack', 'There');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 20, msg: 'Mapped {/users, GET} route', context: 'RouterExplorer' },
      { level: 40, msg: 'careful', context: 'Here' },
      { level: 50, msg: 'broken', details: ['stack', 'There'] },
    ]);
  });
});
