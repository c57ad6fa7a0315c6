import { linkQuery } from '@resource-catalogue/list-query';
import type { Page } from '@resource-catalogue/read';

/** Bytes of the buffer for building pages: initially, and at most between two pages. */
const bufferBytes = { initial: 256 * 1024, max: 1024 * 1024 };

/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const maxBytesPerUnit = 3;

/** Builds the bodies of pages (LIST-1 to LIST-4). */
export class PageBodies {
  /** Reused for each page, so that its bytes need not be counted first. */
  private buffer = Buffer.allocUnsafeSlow(bufferBytes.initial);

  /** The envelope of a page, and its links as an RFC 8288 header. */
  make(page: Page, url: string): { body: Buffer; link: string } {
    const first = target(url, linkQuery(page.query, null));
    const next = page.next === null ? null : target(url, linkQuery(page.query, page.next));
    const links = JSON.stringify({ first, next });
    const meta = JSON.stringify({ next: page.next, limit: page.query.limit });
    return {
      body: this.join('{"data":[', page.items, `],"links":${links},"meta":${meta}}`),
      link: next === null ? `<${first}>; rel="first"` : `<${first}>; rel="first", <${next}>; rel="next"`,
    };
  }

  /**
   * Writes row by row rather than one string: a single character outside Latin-1 would make the string take two bytes
   * per character, and more than twice the time.
   */
  private join(before: string, rows: readonly string[], after: string): Buffer {
    let bytes = this.buffer;
    let length = 0;
    const write = (part: string): void => {
      const needed = length + part.length * maxBytesPerUnit;
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(2 * needed);
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      length += bytes.write(part, length);
    };
    write(before);
    for (const [index, row] of rows.entries()) {
      if (index > 0) write(',');
      write(row);
    }
    write(after);
    if (bytes.length <= bufferBytes.max) this.buffer = bytes;
    return Buffer.from(bytes.subarray(0, length));
  }
}

function target(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`;
}
