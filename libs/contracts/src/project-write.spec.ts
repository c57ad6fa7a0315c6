import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { fieldTable } from './field-table.js';
import { ProjectCreateDto, ProjectStepCreateDto, ProjectStepUpdateDto, ProjectUpdateDto } from './project-write.js';

const id = '0198c1a4-22b0-7c61-a3f7-1b8d5e6f9024';
const other = '0198c1a4-22b0-7c61-a3f7-1b8d5e6f9025';

/** The properties of which a rule is broken; the value is put in its normal form first, as whoever reads bodies does. */
function broken(type: new () => object, values: object): string[] {
  const dto = new type();
  const fields = fieldTable(type);
  for (const [name, value] of Object.entries(values)) {
    const normal = fields.get(name)?.normal;
    Reflect.set(dto, name, normal ? normal(value) : value);
  }
  return validateSync(dto, { forbidUnknownValues: false }).map(({ property }) => property);
}

const created = (values: object): string[] => broken(ProjectCreateDto, { name: 'a', author_id: id, ...values });
const changed = (values: object): string[] => broken(ProjectUpdateDto, values);

describe('the bodies that make and change a project (section 9)', () => {
  it('have the fields of the table, in its order, with the nulls of the table (WRITE-2)', () => {
    const shown = (dto: new () => object) =>
      [...fieldTable(dto).values()].map(
        ({ name, optional, nullable }) => `${name}${optional ? '?' : ''}${nullable ? ' null' : ''}`,
      );
    const both = [
      ...['summary? null', 'description? null', 'publication_state?', 'space_id? null', 'license_id? null'],
      ...['thematic_ids?', 'machine_ids?', 'collaborator_ids?', 'tags?', 'external_url? null', 'steps?'],
    ];
    expect(shown(ProjectCreateDto)).toEqual(['name', 'author_id', ...both]);
    expect(shown(ProjectUpdateDto)).toEqual(['name?', ...both]);
    expect(shown(ProjectStepCreateDto)).toEqual(['title', 'description? null']);
    expect(shown(ProjectStepUpdateDto)).toEqual(['id?', 'title', 'description? null']);
  });

  it('are good with what is required alone, and a change with nothing at all', () => {
    expect(created({})).toEqual([]);
    expect(changed({})).toEqual([]);
    expect(broken(ProjectCreateDto, {})).toEqual(['name', 'author_id']);
    expect(broken(ProjectStepUpdateDto, {})).toEqual(['title']);
  });

  const edges: readonly (readonly [string, unknown, unknown])[] = [
    ['name', '🪑'.repeat(200), '🪑'.repeat(201)],
    ['name', ' a\u3000', '\u00a0\u2003'],
    ['summary', '𝒳'.repeat(500), ' '.repeat(501)],
    ['summary', '', 5],
    ['description', 'd'.repeat(100_000), 'd'.repeat(100_001)],
    ['publication_state', 'published', 'Published'],
    ['space_id', id.toUpperCase(), `{${id}}`],
    ['license_id', null, ''],
    ['thematic_ids', [id, other], [id, id.toUpperCase()]],
    ['machine_ids', [], [null]],
    ['collaborator_ids', [id], id],
    ['tags', [' a', 'b '.repeat(25)], ['a', ' A']],
    ['tags', ['ä'.repeat(50)], ['ä'.repeat(51)]],
    ['tags', Array.from({ length: 20 }, (_, n) => `${n}`), Array.from({ length: 21 }, (_, n) => `${n}`)],
    ['tags', ['é', 'e'], ['ß', 'SS']],
    ['external_url', `HTTP://a.example/${'a'.repeat(2031)}`, `http://a.example/${'a'.repeat(2032)}`],
    ['external_url', 'https://[::1]/ä', 'ftp://a.example'],
    ['steps', [], null],
    ['steps', Array(100).fill({}), Array(101).fill({})],
  ];
  it.each(edges)('take %s to its limit, and refuse it beyond (WRITE-3)', (field, good, bad) => {
    expect([created({ [field]: good }), changed({ [field]: good })]).toEqual([[], []]);
    expect([created({ [field]: bad }), changed({ [field]: bad })]).toEqual([[field], [field]]);
  });

  it('let only a change archive', () => {
    expect([created({ publication_state: 'archived' }), changed({ publication_state: 'archived' })]).toEqual([
      ['publication_state'],
      [],
    ]);
  });
});
