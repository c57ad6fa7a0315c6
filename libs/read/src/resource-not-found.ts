/** A collection has no resource of this id; the message may be shown to clients. */
export class ResourceNotFound extends Error {
  override readonly name = 'ResourceNotFound';

  constructor(collection: string, id: string) {
    super(`No ${collection} resource has the id ${id}.`);
  }
}
