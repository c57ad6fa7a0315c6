import { setTimeout as after } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import {
  type Attributes,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { PrismaInstrumentation } from '@prisma/instrumentation';
import type { RequestHandler } from 'express';
import type { Database, ReadSource, Statement } from '@resource-catalogue/database';
import type { KnownRoutes } from './metrics.js';

const name = 'resource-catalogue';

/** Maximum milliseconds for sending the last spans: an unreachable collector must not delay shutdown. */
const flushTimeout = 1000;

/**
 * Traces of requests and of their database work. The spans are created here rather than by hooks into http and pg,
 * so this file defines what leaves the service: no queries, values or error messages (ADR 19).
 */
export class Tracing {
  private readonly provider: NodeTracerProvider;
  private readonly tracer: Tracer;

  /**
   * The SDK reads OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and others from the
   * environment.
   */
  constructor(report: (problem: string) => void) {
    const say = (message: string): void => report(message.slice(0, 200));
    diag.setLogger({ error: say, warn: say, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
    const resource = defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name }))
      .merge(detectResources({ detectors: [envDetector] }));
    const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
    this.provider = new NodeTracerProvider({ resource, spanProcessors });
    this.provider.register();
    this.tracer = this.provider.getTracer(name);
    // Writes and token look-ups; it records names of operations, and statements with $1 instead of values.
    new PrismaInstrumentation().setTracerProvider(this.provider);
  }

  /** The trace id of the current request. */
  traceId(): string | undefined {
    return trace.getActiveSpan()?.spanContext().traceId;
  }

  requests(routes: KnownRoutes): RequestHandler {
    return (request, response, next) => {
      const { method, path, httpVersion } = request;
      const parent = propagation.extract(ROOT_CONTEXT, request.headers);
      const attributes = { 'http.request.method': method, 'network.protocol.version': httpVersion };
      const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      response.on('close', () => {
        const route = routes.find(path)?.path;
        if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
        span.setAttribute('http.response.header.x-request-id', [String(response.getHeader('X-Request-Id'))]);
        span.setAttribute('http.response.status_code', response.statusCode);
        if (!response.writableFinished) span.setAttribute('error.type', 'cut_off');
        if (!response.writableFinished || response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(parent, span), next);
    };
  }

  /** The same database with spans for reads and writes. */
  database(database: Database): Database {
    const source = this.source(database.source);
    return {
      ...database,
      source,
      // The two are equal exactly if there are no replicas.
      reads: database.reads === database.source ? source : this.source(database.reads),
      writing: (work) => this.within('write in turn', {}, () => database.writing(work)),
    };
  }

  async close(): Promise<void> {
    await Promise.race([this.provider.shutdown(), after(flushTimeout, undefined, { ref: false })]);
  }

  private source(source: ReadSource): ReadSource {
    return {
      query: (statement, values) =>
        this.within(`read ${spanSubject(statement)}`, spanAttributes(statement.collection), () =>
          source.query(statement, values),
        ),
      snapshot: (work, collection) =>
        this.within(`snapshot ${collection ?? ''}`.trim(), spanAttributes(collection), () =>
          source.snapshot((inside) => work(this.source(inside)), collection),
        ),
    };
  }

  /** Work without a request has no span. */
  private within<T>(spanName: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
    if (!trace.getActiveSpan()) return work();
    return this.tracer.startActiveSpan(spanName, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        return await work();
      } catch (error) {
        // The message of the error may contain a value.
        const code = isNativeError(error) && 'code' in error ? String(error.code) : 'error';
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code);
        throw error;
      } finally {
        span.end();
      }
    });
  }
}

const ignore = (): void => undefined;

const spanSubject = ({ collection, name: prepared }: Statement): string => collection ?? prepared ?? 'one';

const spanAttributes = (collection: string | undefined): Attributes => ({
  'db.system.name': 'postgresql',
  ...(collection !== undefined && { 'db.collection.name': collection }),
});
