import type { BodyField } from '../interface/body.js';
import type { Collection } from '../interface/catalogue.js';
import { asText, asTexts } from '../interface/json.js';
import { collectionBehind } from '../interface/references.js';
import type { NamedError } from '../request/ask.js';
import { Prose } from './prose.js';
import { ReferenceValue } from './reference-value.js';
import { Select } from './select.js';
import { useSession } from './session.js';

export interface FieldProps {
  readonly field: BodyField;
  /** JSON pointer of the value in the body (RFC 6901), as in errors; also the id of the control. */
  readonly pointer: string;
  readonly value: unknown;
  readonly errors: readonly NamedError[];
  readonly onChange: (value: unknown) => void;
}

/** `thematic_ids` is `Thematics`. */
export function labelOfField(name: string): string {
  const words = name.replace(/_ids$/, 's').replace(/_id$/, '').replace(/_url$/, ' URL').replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A form field with label, description and errors. */
export function Field(props: FieldProps) {
  const { field, pointer, value } = props;
  const errors = errorsBelow(props.errors, pointer);
  return (
    <div class="field">
      <label for={pointer}>
        {labelOfField(field.name)}
        {field.kind === 'texts' && <span class="soft">, one per line</span>}
        {field.isRequired && <span class="soft"> (required)</span>}
      </label>
      <Control {...props} describedBy={`${pointer}-note`} isWrong={errors.length > 0} />
      <div id={`${pointer}-note`} class="small">
        <Wrong errors={errors} pointer={pointer} />
        <p class="soft">
          <Note field={field} length={[...(asText(value) ?? '')].length} />
        </p>
      </div>
    </div>
  );
}

export const errorsBelow = (errors: readonly NamedError[], pointer: string): readonly NamedError[] =>
  errors.filter(({ place }) => place === pointer || place.startsWith(`${pointer}/`));

/** An error of a value; for an entry, also its position. */
export function Wrong({ errors, pointer }: { errors: readonly NamedError[]; pointer: string }) {
  return (
    <>
      {errors.map(({ place, code, detail }) => {
        const entry = /^\/(\d+)/.exec(place.slice(pointer.length))?.[1];
        return (
          <p key={`${place} ${code}`} class="wrong">
            {entry !== undefined && `Entry ${Number(entry) + 1}: `}
            {detail}
          </p>
        );
      })}
    </>
  );
}

/** The description of a field, without details for programs, and its limit. */
export function Note({ field: { kind, description, max }, length }: { field: BodyField; length: number }) {
  const text = description.replaceAll(/; (?:never null|null|absent or null|replaces)\b[^.;]*/g, '');
  const unit = kind === 'text' ? 'characters' : 'entries';
  return (
    <>
      <Prose text={text} />
      {max !== null && length <= max && ` At most ${max.toLocaleString('en-GB')} ${unit}.`}
      {max !== null && length > max && (
        <strong class="wrong">{` ${length.toLocaleString('en-GB')} of at most ${max.toLocaleString('en-GB')} ${unit}.`}</strong>
      )}
    </>
  );
}

interface ControlProps extends FieldProps {
  readonly describedBy: string;
  readonly isWrong: boolean;
}

/** Rows to choose by name, one of several values, or a text. */
function Control(props: ControlProps) {
  const { catalogue } = useSession();
  const { kind, name } = props.field;
  const collection = collectionBehind(catalogue, name);
  if (collection && (kind === 'reference' || kind === 'references'))
    return <ReferenceControl {...props} collection={collection} />;
  return kind === 'choice' ? <ChoiceControl {...props} /> : <TextControl {...props} />;
}

function ReferenceControl({ collection, field, pointer, value, onChange, ...props }: WithCollection) {
  const { name, kind, isRequired } = field;
  const isSingle = kind === 'reference';
  const ids = isSingle ? [asText(value) ?? ''] : asTexts(value);
  const take = (chosen: string) => {
    const taken = chosen.split(',').filter((id) => id !== '');
    onChange(isSingle ? (taken[0] ?? null) : taken);
  };
  const { describedBy, isWrong } = props;
  const shared = { id: pointer, label: labelOfField(name), describedBy, isWrong, isRequired, isSingle };
  return <ReferenceValue {...shared} collection={collection} value={ids.join(',')} onChange={take} />;
}

interface WithCollection extends ControlProps {
  readonly collection: Collection;
}

const controlAttributes = ({ field: { isRequired }, pointer, describedBy, isWrong }: ControlProps) => ({
  id: pointer,
  'aria-describedby': describedBy,
  'aria-invalid': isWrong,
  'aria-required': isRequired,
});

function ChoiceControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const chosen = asText(value) ?? '';
  const options = [...(chosen === '' ? [''] : []), ...field.choices].map((one) => [one, one || 'not set'] as const);
  return <Select {...controlAttributes(props)} value={chosen} options={options} onChange={onChange} />;
}

/** Texts up to this many characters have a single line. */
const shortText = 200;

function TextControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const { kind, isAddress, isNullable, max } = field;
  const isList = kind === 'texts';
  const text = isList ? asTexts(value).join('\n') : (asText(value) ?? '');
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => {
    const typed = currentTarget.value;
    const none = isList ? [] : isNullable ? null : '';
    onChange(typed === '' ? none : isList ? typed.split('\n') : typed);
  };
  const common = { ...controlAttributes(props), value: text, onInput };
  if (isAddress || (!isList && max !== null && max <= shortText))
    return <input {...common} inputMode={isAddress ? 'url' : 'text'} />;
  return <textarea {...common} rows={isList ? 3 : 5} />;
}
