import { parse } from 'yaml';
import { type JsonObject, objectOf } from '@resource-catalogue/testing/json';
import { chartValues, renderChart } from '@resource-catalogue/testing/helm-chart';
import { assignmentIn } from '@resource-catalogue/testing/shell';
import { catalogue } from './node.js';
import type { Place, Rule } from './rules.js';
import { wrongVariables } from './variables.js';

const composeFile = 'deploy/compose/compose.yaml';
const chart = 'deploy/helm/resource-catalogue';
const install = 'docs/operations/install.md';

/** What stands behind an option, each time that it is given. */
const given = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));

/** The command line inside of a container is the same. */
function inContainer(words: readonly string[], place: Place): string[] {
  const at = words.indexOf('resource-catalogue');
  return at === -1 ? [] : catalogue(words.slice(at + 1), place);
}

const docker: Rule = ({ words: [, first = '', ...words] }, place) => {
  if (first === 'compose') return compose(words, place);
  if (first === 'run') {
    const variables = Object.fromEntries(given(words, '-e').map(assignmentIn));
    const image = words.indexOf('resource-catalogue');
    return [...inContainer(words.slice(image + 1), place), ...wrongVariables([{ words: [], variables }])];
  }
  const [file] = given(words, '-f');
  if (file === undefined) return [];
  const text = place.tree.text(file);
  if (text === '') return [`${file} is not there`];
  return given(words, '--build-arg')
    .map((pair) => assignmentIn(pair)[0])
    .filter((name) => !new RegExp(`^ARG ${name}\\b`, 'm').test(text))
    .map((name) => `${file} has no ARG ${name}`);
};

function compose([command = '', ...words]: readonly string[], place: Place): string[] {
  const services = Object.keys(objectOf(objectOf(parse(place.tree.text(composeFile)))['services']));
  const named = words.filter((word) => !word.startsWith('--'));
  const [service] = named;
  if (service !== undefined && !services.includes(service)) return [`${composeFile} has no service ${service}`];
  return command === 'exec' && named[1] === 'resource-catalogue' ? inContainer(words, place) : [];
}

const helm: Rule = ({ words: [, command = '', ...words] }, { tree }) => {
  if (command !== 'upgrade') return [];
  const folder = words.find((word) => word.includes('/')) ?? '';
  const missing = tree.has(`${folder}/Chart.yaml`) ? [] : [`${folder} is no chart`];
  const settings = given(words, '--set').map((pair) => assignmentIn(pair)[0]);
  const unknown = settings.filter((path) => !has(chartValues(), path.split('.')));
  return [...missing, ...unknown.map((path) => `${chart}/values.yaml has no ${path}`)];
};

function has(values: JsonObject, [first = '', ...rest]: readonly string[]): boolean {
  if (!(first in values)) return false;
  return rest.length === 0 || has(objectOf(values[first]), rest);
}

const kubectl: Rule = ({ words: [, command = '', ...words] }, place) => {
  if (command === 'create') {
    const { secret, key } = objectOf(chartValues()['database']);
    const [, , name = ''] = words;
    const from = words.find((word) => word.startsWith('--from-file='))?.split('=')[1];
    return name === secret && from === key ? [] : [`the chart takes ${String(key)} of the Secret ${String(secret)}`];
  }
  const deployment = objectOf(objectOf(renderChart(chartValues()).get('Deployment'))['metadata'])['name'];
  if (words[0] !== `deploy/${String(deployment)}`) return [`the chart makes deploy/${String(deployment)}`];
  return inContainer(words, place);
};

/** The unit is the one that the guide has. */
const unit: Rule = ({ words }, { tree }) => {
  const name =
    words
      .at(-1)
      ?.replace(/^.*\//, '')
      .replace(/\.service$/, '') ?? '';
  return tree.text(install).includes(`/etc/systemd/system/${name}.service`) ? [] : [`${install} has no unit ${name}`];
};

export const deploymentRules: Readonly<Record<string, Rule>> = {
  docker,
  helm,
  kubectl,
  systemctl: unit,
  'systemd-analyze': unit,
};
