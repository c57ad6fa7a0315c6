/** Thrown if a collection has no resource with this id; clients may see the message. */
export class ResourceNotFound extends Error {
  override readonly name = 'ResourceNotFound';

  constructor(collection: string, id: string) {
    super(`No ${collection} resource has the id ${id}.`);
  }
}
