import { htmlPage } from './html-page.js';

interface ProblemEntry {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
}

export function problemPage(code: string, { status, title, explanation }: ProblemEntry): string {
  return htmlPage(
    title,
    `<p class="soft">Problem <code>${code}</code> · status ${status}</p><h1>${title}</h1><p>${explanation}</p>
<p><a href="../docs">Reference</a></p>`,
  );
}
