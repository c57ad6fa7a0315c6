import { Ajv2020 } from 'ajv/dist/2020.js';

const text = { type: 'string' };
const texts = { type: 'object', additionalProperties: text };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };

const same = (keys: string, schema: object) => Object.fromEntries(keys.split(' ').map((key) => [key, schema]));

/** The types that Kubernetes requires at any depth, of the keys that the chart uses. */
const types = {
  $id: 'manifest',
  properties: {
    ...same(
      'apiVersion kind name value image imagePullPolicy key secretName type ingressClassName host interval',
      text,
    ),
    ...same('app.kubernetes.io/name app.kubernetes.io/instance app.kubernetes.io/component', text),
    ...same('labels annotations matchLabels nodeSelector', texts),
    ...same('replicas minReplicas maxReplicas averageUtilization containerPort backoffLimit maxSkew', integer),
    ...same('terminationGracePeriodSeconds activeDeadlineSeconds runAsUser runAsGroup', integer),
    ...same('periodSeconds timeoutSeconds failureThreshold', integer),
    ...same('runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation', boolean),
    ...same('automountServiceAccountToken enableServiceLinks', boolean),
    ...same('hosts command policyTypes', { type: 'array', items: text }),
    ...same('maxUnavailable targetPort', { type: ['integer', 'string'] }),
  },
  additionalProperties: { $ref: 'manifest' },
  items: { $ref: 'manifest' },
};

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(types);

/** The values of a manifest that Kubernetes would reject for their type. */
export function typeErrors(manifest: unknown): string[] {
  validate(manifest);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
