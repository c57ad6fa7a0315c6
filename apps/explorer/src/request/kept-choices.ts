/** Choices that this browser keeps: nothing secret. */
type Choice = 'space' | 'api';

const keyOf = (choice: Choice): string => `catalogue-${choice}`;

/** Null if nothing is kept, or the browser forbids it. */
export function keptChoice(choice: Choice): string | null {
  try {
    return localStorage.getItem(keyOf(choice));
  } catch {
    return null;
  }
}

export function keepChoice(choice: Choice, value: string): void {
  try {
    localStorage.setItem(keyOf(choice), value);
  } catch {
    // The choice lasts as long as the page.
  }
}
