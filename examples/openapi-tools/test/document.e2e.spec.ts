import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { getRunningService } from '../../test/service/service.js';

const served = await (await fetch(`${getRunningService().baseUrl}/openapi.json`)).text();
/** Parses the document anew, because some tools modify their input. */
const read = () => JSON.parse(served) as Record<string, unknown>;

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 according to two validators', async () => {
    expect(await new Validator().validate(read())).toEqual({ valid: true });
    const file = join(await mkdtemp(join(tmpdir(), 'catalogue-document-')), 'openapi.json');
    await writeFile(file, served);
    // Jest cannot load this validator, which requires an ES module.
    const program = `import parser from '@apidevtools/swagger-parser'; await parser.validate(process.argv[1])`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, file], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('has no errors or warnings in Spectral', async () => {
    const linter = new spectral.Spectral();
    // The types of the two packages differ; the linter validates the ruleset itself.
    const oas: unknown = rulesets.oas;
    linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    expect((await linter.run(read())).map(({ code, path }) => `${code}: ${path.join('.')}`)).toEqual([]);
    expect(await linter.run({ openapi: '3.1.0', info: { title: 'Nothing' }, paths: {} })).not.toEqual([]);
  });

  it('passes all recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: served, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});
