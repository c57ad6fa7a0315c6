export { type CopyRow, type CopyRows, escapeForCopy, loadTables } from './bulk/copy.js';
export {
  Conflict,
  type UnavailableReason,
  isConflict,
  isUnavailable,
  findReason,
  unavailableMessage,
  wasSuspended,
} from './database-errors.js';
export { type DatabaseState, readState } from './database-state.js';
export { DATABASE, type Database, DatabaseModule, type Session } from './database.js';
export { type Migration, describeDifference, readMigrations } from './schema/migrate.js';
export { migrationsFolder } from './migrations-folder.js';
export { type WithDatabase, openDatabase, withDatabase } from './open-database.js';
export { PrismaService } from './prisma.service.js';
export { connectPostgres, databaseTimeouts } from './connections/postgres.js';
export {
  type ReadSource,
  type Row,
  type Statement,
  type Value,
  haveRows,
  readSnapshotTag,
  preparedAs,
  type StatementNames,
  statementNames,
} from './connections/read-source.js';
export { lockName, transactionSource, transactionLimits, tryLockName, writeTransaction } from './transactions.js';
export { vacuumFilled } from './bulk/vacuum.js';
export { manyRows, withoutIndexes } from './bulk/without-indexes.js';
