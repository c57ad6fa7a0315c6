import closeIdleDatabases from '../../../../../libs/database/test/support/once/close-idle-databases.mjs';

/** Jest's global teardown. */
export default async () => {
  await globalThis.stopReadOnlyServices();
  await closeIdleDatabases();
};
