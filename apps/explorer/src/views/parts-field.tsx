import { useLayoutEffect, useState } from 'preact/hooks';
import { bodyFrom } from '../interface/body.js';
import { type JsonObject, asList, asObject } from '../interface/json.js';
import { toSingular } from '../interface/references.js';
import { errorsBelow, Field, type FieldProps, labelOfField, Note, Wrong } from './body-field.js';

interface Props extends FieldProps {
  /** The positions of parts have changed: errors there no longer apply. */
  readonly onMove: (pointer: string) => void;
}

/** A list of parts with fields: add, change, move and remove. */
export function PartsField(props: Props) {
  const { field, pointer, onChange } = props;
  const { parts, taken, add, move, take, putBack } = useParts(props);
  const noun = toSingular(field.name);
  const errors = props.errors.filter(({ place }) => place === pointer);
  return (
    <fieldset class="field parts" {...wrongness(errors, pointer)}>
      <legend>{labelOfField(field.name)}</legend>
      <div id={`${pointer}-note`} class="small">
        <Wrong errors={errors} pointer={pointer} />
        <p class="soft">
          <Note field={field} length={parts.length} />
        </p>
      </div>
      {parts.map((part, index) => (
        <Part
          {...props}
          key={index}
          part={part}
          index={index}
          label={`${labelOfField(noun)} ${index + 1}`}
          isLast={index === parts.length - 1}
          onPart={(changed) => onChange(parts.with(index, changed))}
          onStep={(by, button) => move(index, by, button)}
          onTake={() => take(index, part)}
        />
      ))}
      <div class="line">
        <button type="button" onClick={add}>
          {`Add a ${noun}`}
        </button>
        {taken && (
          <button type="button" id={`${pointer}-back`} onClick={putBack}>
            {`Put ${noun} ${taken.index + 1} back`}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Actions on parts. The focus follows the part, and a removed part can be restored. */
function useParts({ field, pointer, value, onChange, onMove }: Props) {
  const parts = asList(value).map(asObject);
  const [taken, setTaken] = useState<{ index: number; part: JsonObject } | null>(null);
  const focusNext = useFocus();
  const put = (next: readonly JsonObject[], focus: string) => {
    onChange(next);
    onMove(pointer);
    focusNext(focus);
  };
  const insert = (index: number, part: JsonObject) =>
    put(parts.toSpliced(index, 0, part), `${pointer}/${index}/${shownFields(field.parts)[0]?.name}`);
  const add = () => insert(parts.length, bodyFrom(field.parts, {}));
  const putBack = () => {
    if (taken) insert(Math.min(taken.index, parts.length), taken.part);
    setTaken(null);
  };
  const move = (index: number, by: 1 | -1, button: string) => {
    const part = parts[index];
    if (part) put(parts.toSpliced(index, 1).toSpliced(index + by, 0, part), `${pointer}/${index + by}-${button}`);
  };
  const take = (index: number, part: JsonObject) => {
    put(parts.toSpliced(index, 1), `${pointer}-back`);
    setTaken({ index, part });
  };
  return { parts, taken, add, move, take, putBack };
}

/** Lets a refused group have the focus, so that its error is read. */
const wrongness = (errors: FieldProps['errors'], pointer: string) =>
  errors.length > 0 && { tabIndex: -1, 'data-wrong': true, 'aria-describedby': `${pointer}-note` };

const shownFields = (fields: FieldProps['field']['parts']) => fields.filter(({ kind }) => kind !== 'identity');

/** Moves the focus to an element once it exists: the pressed button may have moved or disappeared. */
function useFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id) => setWanted({ id });
}

interface PartProps extends FieldProps {
  readonly part: JsonObject;
  readonly index: number;
  readonly label: string;
  readonly isLast: boolean;
  readonly onPart: (part: JsonObject) => void;
  readonly onStep: (by: 1 | -1, button: string) => void;
  readonly onTake: () => void;
}

function Part({ field, pointer, errors, part, index, label, isLast, onPart, onStep, onTake }: PartProps) {
  const place = `${pointer}/${index}`;
  const fields = shownFields(field.parts);
  const below = fields.flatMap(({ name }) => errorsBelow(errors, `${place}/${name}`));
  const own = errorsBelow(errors, place).filter((error) => !below.includes(error));
  const button = (word: string, action: () => void, isOff: boolean) => (
    <button
      type="button"
      id={`${place}-${word.replace('Move ', '')}`}
      aria-label={`${word}: ${label}`}
      aria-disabled={isOff}
      onClick={isOff ? undefined : action}
    >
      {word}
    </button>
  );
  return (
    <fieldset class="part" {...wrongness(own, place)}>
      <legend>{label}</legend>
      <div id={`${place}-note`}>
        <Wrong errors={own} pointer={place} />
      </div>
      {fields.map((one) => (
        <Field
          key={one.name}
          field={one}
          pointer={`${place}/${one.name}`}
          value={part[one.name]}
          errors={errors}
          onChange={(value) => onPart({ ...part, [one.name]: value })}
        />
      ))}
      <div class="line">
        {button('Move up', () => onStep(-1, 'up'), index === 0)}
        {button('Move down', () => onStep(1, 'down'), isLast)}
        {button('Remove', onTake, false)}
      </div>
    </fieldset>
  );
}
