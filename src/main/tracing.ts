import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.ts';

/**
 * Traces, if the standard OTEL_ variables are set: a span per request, database statement, call to an outside party and
 * run of a job. Written by hand, since automatic instrumentation reduces the throughput to 0.6. Statements are shown by
 * name, never with their values.
 */
export function startTracing(version: string) {
  const named = resourceFromAttributes({ 'service.name': 'northbind', 'service.version': version });
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new NodeTracerProvider({ resource: defaultResource().merge(named), spanProcessors });
  provider.register();
  const tracer = trace.getTracer('northbind', version);

  return {
    watchRequests: (app: FastifyInstance) => {
      app.addHook('onRequest', (request, reply, done) => {
        const parent = propagation.extract(context.active(), request.headers);
        const operation = request.routeOptions.config.operation ?? 'unknown';
        const span = tracer.startSpan(
          operation,
          { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } },
          parent,
        );
        reply.raw.once('close', () => {
          span.setAttributes({ 'http.response.status_code': reply.statusCode, 'northbind.request_id': request.id });
          if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        context.with(trace.setSpan(parent, span), done);
      });
    },
    watchDatabase: (database: Database) => {
      const query = database.query.bind(database) as (...inputs: unknown[]) => Promise<unknown>;
      const traced = async (...inputs: unknown[]): Promise<unknown> => {
        const span = tracer.startSpan(nameOf(inputs[0]), {
          kind: SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql' },
        });
        return during(span, () => query(...inputs));
      };
      database.query = traced as typeof database.query;
    },
    /** Runs something in a span of its own. */
    trace: <T>({ name, kind, outcomeOf }: TracedSpan<T>, run: () => Promise<T>): Promise<T> =>
      tracer.startActiveSpan(name, { kind: kind === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL }, (span) =>
        during(span, async () => {
          const result = await run();
          const outcome = outcomeOf?.(result);
          if (outcome !== undefined) span.setAttribute('northbind.outcome', outcome);
          if (outcome === 'unknown' || outcome === 'not-sent') span.setStatus({ code: SpanStatusCode.ERROR });
          return result;
        }),
      ),
    close: () => provider.shutdown(),
  };
}

export type Tracing = ReturnType<typeof startTracing>;
export type Trace = Tracing['trace'];

interface TracedSpan<T> {
  readonly name: string;
  readonly kind: 'call' | 'job';
  /** What came of it. `unknown` and `not-sent` mark the span as failed, as an error that is thrown does. */
  readonly outcomeOf?: (result: T) => string;
}

async function during<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function nameOf(statement: unknown): string {
  const name = typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : undefined;
  return typeof name === 'string' ? name : 'statement';
}
