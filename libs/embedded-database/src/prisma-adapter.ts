import { PGlite, type Transaction } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/** The part of PGlite that Prisma's adapter uses. */
export type EngineClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>;

/** Prisma on an engine that may be replaced; failed commits are errors. */
export class EngineAdapter extends PrismaPGlite {
  constructor(private readonly engine: EngineClient) {
    super(toClient(engine));
  }

  override async connect(): ReturnType<PrismaPGlite['connect']> {
    const adapter = await super.connect();
    adapter.startTransaction = async (level) => {
      let outcome: Promise<unknown> | undefined;
      const transaction = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
        const result = this.engine.transaction((inner) => work(withQuietRollback(inner)));
        outcome = result;
        return result;
      };
      const single = await new PrismaPGlite(toClient({ ...pickMethods(this.engine), transaction })).connect();
      const started = await single.startTransaction(level);
      const commit = started.commit.bind(started);
      // The adapter itself would report success.
      started.commit = async () => {
        await commit();
        await outcome;
      };
      return started;
    };
    return adapter;
  }
}

const pickMethods = (engine: EngineClient): EngineClient => ({
  query: (text, values, options) => engine.query(text, values, options),
  exec: (script, options) => engine.exec(script, options),
  transaction: (work) => engine.transaction(work),
});

/** The adapter's type requires all of PGlite. */
function toClient(engine: EngineClient): PGlite {
  const methods: Readonly<Record<string | symbol, unknown>> = { ...pickMethods(engine) };
  return new Proxy(PGlite.prototype, { get: (_, name) => methods[name] });
}

/** The adapter does not wait for a rollback, so an error from a closed engine would be unhandled. */
function withQuietRollback(transaction: Transaction): Transaction {
  const rollback = transaction.rollback.bind(transaction);
  transaction.rollback = () => rollback().catch(() => undefined);
  return transaction;
}
