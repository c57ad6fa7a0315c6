import { useEffect, useRef, useState } from 'preact/hooks';
import type { BodyShape } from '../interface/body.js';
import type { Collection } from '../interface/catalogue.js';
import { type Draft, isChanged } from '../interface/draft.js';
import { toNoun } from '../interface/references.js';
import { rowLabel } from '../interface/rows.js';
import type { Failure } from '../request/ask.js';
import { listAddress, rowAddress, rowTarget } from '../request/route.js';
import { newKey } from '../request/writes.js';
import { Field } from './body-field.js';
import { Heading } from './collection.js';
import { Conflicts } from './conflicts.js';
import { PartsField } from './parts-field.js';
import { NoAnswer, Problem } from './problem.js';
import { Prose } from './prose.js';
import { RequestCode } from './request.js';
import { useReply, useSession } from './session.js';
import { draftFrom, writeRequest, useShape, useWriting } from './use-writing.js';

interface Props {
  readonly collection: Collection;
  /** Null for a new row. */
  readonly id: string | null;
}

/** The form of a row with all writable fields. */
export function FormView(props: Props) {
  const shape = useShape(props.collection, props.id);
  if (shape) return <Writing {...props} shape={shape} />;
  return (
    <main>
      <Heading way={[[props.collection.name, listAddress(props.collection.name)]]} title="Read-only" />
      <p>{`The service does not let ${props.collection.name.replaceAll('_', ' ')} be written.`}</p>
    </main>
  );
}

function Writing({ collection, id, shape }: Props & { shape: BodyShape }) {
  const { token } = useSession();
  const writing = useWriting(collection, id, shape);
  const { draft, setDraft } = writing;
  const answered = useReply(draft || id === null ? null : rowTarget(collection.path, id));
  const { reply } = answered;
  useEffect(() => {
    if (!draft && reply?.ok) setDraft(draftFrom(shape, reply));
  }, [reply]);
  const way = [[collection.name, listAddress(collection.name)] as const];
  const label = draft ? rowLabel({ id, ...draft.base }) : (id ?? '');
  return (
    <main>
      {id === null ? (
        <Heading way={way} title={`New ${toNoun(collection)}`} />
      ) : (
        <Heading way={[...way, [label, rowAddress(collection.name, id)]]} title={`Edit ${label}`} />
      )}
      <p class="lead">
        <Prose
          text={`To save it, a token needs the scope ${shape.scopes.map((scope) => `\`${scope}\``).join(' or ')}.`}
        />
        {token === null && ' Enter one above.'}
      </p>
      {draft && <Form {...writing} draft={draft} collection={collection} id={id} shape={shape} />}
      {!draft && token !== null && <NoAnswer {...answered} />}
    </main>
  );
}

interface FormProps extends Props, Omit<ReturnType<typeof useWriting>, 'draft'> {
  readonly shape: BodyShape;
  readonly draft: Draft;
}

function Form({ collection, id, shape, draft, setDraft, save, discard, isSaving, failure, ...rest }: FormProps) {
  const form = useFocusOnWrong(isSaving ? null : failure);
  const { write, call } = writeRequest(collection, id, shape, draft);
  const saveAnother = () => {
    const another = { ...draft, version: newKey() };
    setDraft(another);
    save(another);
  };
  const isDirty = isChanged(shape.fields, draft);
  const submit = (event: Event) => {
    event.preventDefault();
    if (isDirty) save(draft);
  };
  return (
    <form class="writing" ref={form} onSubmit={submit}>
      <fieldset disabled={isSaving}>
        {shape.fields.map((field) => {
          const props = {
            field,
            pointer: `/${field.name}`,
            value: draft.values[field.name],
            errors: rest.errors,
            onChange: (value: unknown) => setDraft({ ...draft, values: { ...draft.values, [field.name]: value } }),
          };
          return field.kind === 'parts' ? (
            <PartsField key={field.name} {...props} onMove={rest.forgetErrors} />
          ) : (
            <Field key={field.name} {...props} />
          );
        })}
        <Conflicts draft={draft} onChange={setDraft} />
      </fieldset>
      {failure && <Problem failure={failure} />}
      {failure?.code === 'idempotency_key_reused' && <EarlierAttempt collection={collection} onAnother={saveAnother} />}
      <SaveLine isDirty={isDirty} isSaving={isSaving} onDiscard={discard} />
      <RequestCode target={write.target} call={call} write={write} />
    </form>
  );
}

/** Moves the focus to the first refused field; for other errors, to the button. */
function useFocusOnWrong(failure: Failure | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const places = '[aria-invalid="true"], [data-wrong], button[type="submit"]';
    if (failure) form.current?.querySelector<HTMLElement>(places)?.focus();
  }, [failure]);
  return form;
}

/** The response to an earlier attempt was lost, and different contents were sent with its key. */
function EarlierAttempt({ collection, onAnother }: { collection: Collection; onAnother: () => void }) {
  return (
    <p>
      An earlier attempt reached the service with other contents: look for it in{' '}
      <a href={listAddress(collection.name)}>{collection.name}</a>.{' '}
      <button type="button" onClick={onAnother}>
        Create another one
      </button>
    </p>
  );
}

interface SaveProps {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

function SaveLine({ isDirty, isSaving, onDiscard }: SaveProps) {
  return (
    <div class="line">
      <button type="submit" class="main" aria-disabled={isSaving || !isDirty}>
        Save
      </button>
      {isDirty && !isSaving && <Discard onDiscard={onDiscard} />}
      <span class="soft small" role="status">
        {isSaving ? 'Saving …' : isDirty ? 'Not saved yet.' : 'Nothing is changed.'}
      </span>
    </div>
  );
}

/** Asks for confirmation, since the input is lost. */
function Discard({ onDiscard }: { onDiscard: () => void }) {
  const [isSure, setSure] = useState(false);
  return (
    <button type="button" onBlur={() => setSure(false)} onClick={isSure ? onDiscard : () => setSure(true)}>
      {isSure ? 'Press again to discard your input' : 'Discard'}
    </button>
  );
}
