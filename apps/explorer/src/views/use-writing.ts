import { useMemo, useRef, useState } from 'preact/hooks';
import { bodyFrom, type BodyShape, bodyShape, collectChanges } from '../interface/body.js';
import type { Collection } from '../interface/catalogue.js';
import { type Draft, isChanged, rebased } from '../interface/draft.js';
import { type JsonObject, asObject, asText } from '../interface/json.js';
import { ask, type Answer, type Failure, type NamedError, type Write } from '../request/ask.js';
import { createCall, updateCall } from '../request/commands.js';
import { formatRoute, formAddress, listAddress, parseRoute, rowAddress, rowTarget } from '../request/route.js';
import { change, creation, newKey } from '../request/writes.js';
import { errorsBelow } from './body-field.js';
import { own, useSession } from './session.js';

/** The operation that creates or changes a row; null if there is none. */
export function useShape({ path }: Collection, id: string | null): BodyShape | null {
  const { catalogue } = useSession();
  return useMemo(
    () => (id === null ? bodyShape(catalogue, path, 'post') : bodyShape(catalogue, `${path}/{id}`, 'patch')),
    [catalogue, path, id],
  );
}

export const emptyDraft = ({ fields }: BodyShape): Draft => {
  const base = bodyFrom(fields, {});
  return { base, values: base, version: newKey(), conflicts: [] };
};

export function draftFrom({ fields }: BodyShape, { body, etag }: Answer): Draft {
  const base = bodyFrom(fields, asObject(body['data']));
  return { base, values: base, version: etag ?? '', conflicts: [] };
}

/** The request that saves a draft, also as client code. */
export function writeRequest(collection: Collection, id: string | null, shape: BodyShape, draft: Draft) {
  const body = collectChanges(shape.fields, draft.base, draft.values);
  const { version } = draft;
  const write: Write =
    id === null ? creation(collection, body, version) : change(rowTarget(collection.path, id), body, version);
  const call =
    id === null
      ? createCall(collection, body, version)
      : updateCall(collection, id, body, write.headers['If-Match'] ?? '');
  return { write, call };
}

/** Whether the row may have changed: its version differs, or a part is gone, which is checked first (ERR-4). */
const isStale = ({ status, errors }: Failure): boolean =>
  status === 412 || errors.some(({ place }) => place.endsWith('/id'));

/** The draft of a form, kept until it is saved or discarded, even in other views. */
function useDraft(collection: Collection, id: string | null, shape: BodyShape) {
  const { drafts } = useSession();
  const address = formAddress(collection.name, id);
  const [draft, show] = useState(() => drafts.get(address) ?? (id === null ? emptyDraft(shape) : null));
  const setDraft = (next: Draft) => {
    if (isChanged(shape.fields, next)) drafts.set(address, next);
    else drafts.delete(address);
    show(next);
  };
  const leaveFor = (next: string) => {
    drafts.delete(address);
    // The user may be elsewhere when the response arrives. The form then leaves the history with its contents.
    if (formatRoute(parseRoute(location.hash)) === address) location.replace(next);
  };
  /** Whether a draft is still the one in the form: the user may have left it and continued later. */
  const isCurrent = (sent: Draft) => drafts.get(address) === sent;
  return { draft, setDraft, leaveFor, isCurrent };
}

/** An error without the entries whose fields have changed since. */
function useFailure() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [errors, setErrors] = useState<readonly NamedError[]>([]);
  const fail = (reason: Failure | null) => {
    setFailure(reason);
    setErrors(reason?.errors ?? []);
  };
  const forgetErrors = (pointer: string) => {
    const outdated = errorsBelow(errors, pointer);
    setErrors(errors.filter((error) => !outdated.includes(error)));
  };
  return { failure, errors, fail, forgetErrors };
}

/** The state of a form: its draft, and how it is saved. */
export function useWriting(collection: Collection, id: string | null, shape: BodyShape) {
  const { token, names } = useSession();
  const { draft, setDraft, leaveFor, isCurrent } = useDraft(collection, id, shape);
  const { failure, errors, fail, forgetErrors } = useFailure();
  const [isSaving, setSaving] = useState(false);
  const isSending = useRef(false);
  const saved = (row: JsonObject) => leaveFor(rowAddress(collection.name, asText(row['id']) ?? ''));
  const send = async (sent: Draft) => {
    const request = (write?: Write) =>
      ask(own(write?.target ?? rowTarget(collection.path, id ?? '')), token, new AbortController().signal, write);
    const reply = await request(writeRequest(collection, id, shape, sent).write);
    if (reply.ok) names?.forget(collection.name);
    if (!isCurrent(sent)) return undefined;
    if (reply.ok) return saved(asObject(reply.body['data']));
    if (!isStale(reply.failure)) return fail(reply.failure);
    const current = await request();
    if (!isCurrent(sent)) return undefined;
    if (!current.ok) return fail(current.failure);
    if (current.etag === sent.version) return fail(reply.failure);
    const row = asObject(current.body['data']);
    const next = rebased(shape.fields, sent, bodyFrom(shape.fields, row), current.etag ?? '');
    // The response to an earlier attempt was lost: the row equals the input.
    return isChanged(shape.fields, next) ? setDraft(next) : saved(row);
  };
  const save = async (sent: Draft) => {
    if (isSending.current) return;
    isSending.current = true;
    setSaving(true);
    fail(null);
    await send(sent);
    isSending.current = false;
    setSaving(false);
  };
  const discard = () => leaveFor(id === null ? listAddress(collection.name) : rowAddress(collection.name, id));
  return { draft, setDraft, discard, save: (sent: Draft) => void save(sent), isSaving, failure, errors, forgetErrors };
}
