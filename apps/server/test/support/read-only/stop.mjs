/** Jest's global teardown. */
export default async () => {
  await globalThis.stopReadOnlyServices();
  await Promise.all([...(globalThis.idleDatabases ?? [])].map((database) => database.close()));
};
