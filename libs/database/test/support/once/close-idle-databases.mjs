/** Jest's global teardown, which may run in the process of the tests: an open database keeps that from ending. */
export default async () => {
  await Promise.all([...(globalThis.idleDatabases ?? [])].map((database) => database.close()));
};
