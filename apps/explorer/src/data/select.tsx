interface Props {
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** One of several values. */
export function Select({ options, onChange, ...attributes }: Props) {
  return (
    <select {...attributes} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
