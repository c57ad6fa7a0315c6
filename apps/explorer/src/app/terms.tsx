import type { ComponentChildren } from 'preact';

interface Props {
  readonly class: string;
  readonly lines: readonly (readonly [term: ComponentChildren, description: ComponentChildren])[];
}

/** Terms with their descriptions. */
export const Terms = ({ class: look, lines }: Props) => (
  <dl class={look}>
    {lines.map(([term, description], index) => (
      <div key={index}>
        <dt>{term}</dt>
        <dd>{description}</dd>
      </div>
    ))}
  </dl>
);
