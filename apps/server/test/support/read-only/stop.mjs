import closeIdleDatabases from '@resource-catalogue/database/testing/close-idle-databases';

/** Jest's global teardown. */
export default async () => {
  await globalThis.stopReadOnlyServices();
  await closeIdleDatabases();
};
