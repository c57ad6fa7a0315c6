/** Jest's global teardown. It may run in the process of the tests, which an open database would keep running. */
export default async () => {
  await Promise.all([...(globalThis.idleDatabases ?? [])].map((database) => database.close()));
};
