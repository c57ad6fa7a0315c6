interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly pid?: number;
  readonly hostname?: string;
  readonly err?: { readonly stack?: string };
  readonly [key: string]: unknown;
}

/** Formats a line of the JSON log as readable text: time, level, message, then the other values as `key=value`. */
export function textLine(json: string): string {
  // The line was written by pino, in exactly this form.
  const { time, level, msg = '', pid, hostname, err, ...others } = JSON.parse(json) as LogLine;
  const values = Object.entries(others).map(([key, value]) => ` ${key}=${valueText(value)}`);
  const stack = err?.stack?.replaceAll(/^/gm, '    ');
  const start = `${time} ${level.toUpperCase().padEnd(5)} ${msg.replaceAll(/[\r\n]+/g, ' ')}`;
  return `${start}${values.join('')}\n${stack === undefined ? '' : `${stack}\n`}`;
}

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
