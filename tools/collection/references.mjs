const table = 'libs/contracts/src/references.ts';
const prefix = /^(?:reserved_by|required|granted|current)_/;

/**
 * The entities behind keys that are named after a role, such as `author`: those of the contracts, and those given by
 * `--role holder=member`.
 */
export function rolesOf(tree, options = []) {
  const [, known = ''] = /const roles = \{([^}]*)\}/.exec(tree.read(table, 'utf8')) ?? [];
  const roles = [...known.matchAll(/(\w+): '(\w+)'/g)].map(([, role, entity]) => [role, entity]);
  const added = options.map((text) => {
    const [, role, entity] = /^(\w+)=(\w+)$/.exec(text) ?? [];
    if (!role) throw new Error(`--role ${text} must be a key of the contract and an entity, such as holder=member.`);
    return [role, entity];
  });
  return { all: new Map([...roles, ...added]), added };
}

/** The fields that refer to rows of another table, each with the summary that shows them. */
export function withSummaries({ fields, summaries }, roles) {
  return fields.map((field) =>
    field.kind === 'object' && field.hasId ? { ...field, summary: summaryFor(field, summaries, roles) } : field,
  );
}

function summaryFor({ name, dto }, summaries, roles) {
  const key = name.replace(prefix, '');
  const entity = roles.get(name) ?? roles.get(key) ?? key;
  const able = summaries.filter((summary) => summary.dto === dto);
  if (able.length === 0)
    throw new Error(
      `${name} is a ${dto}, but libs/read/src/definitions/summaries.ts has no summary of that type: add one first.`,
    );
  const found = able.filter(({ table }) => pluralsOf(entity).includes(table));
  if (found.length === 1) return found[0];
  const tables = [...new Set(able.map(({ table }) => table))].join(', ');
  throw new Error(`${name} is a ${dto}, which may refer to ${tables}: add the entity, such as --role ${name}=member.`);
}

const pluralsOf = (entity) => [`${entity}s`, `${entity}es`, entity.replace(/y$/, 'ies')];
