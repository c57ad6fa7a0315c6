/** How many of the known faults a run could have caught: its checks that ended, on this data. */
export interface Power {
  readonly known: number;
  readonly catchable: number;
  /** Faults that nothing in this run could have shown. */
  readonly missed: readonly string[];
}

/** A known fault, and the checks that catch it, each on the subjects on which it did. */
export interface KnownFault {
  readonly fault: string;
  readonly caughtBy: readonly { readonly check: string; readonly subjects: readonly string[] }[];
}

/** A fault could have been caught where one of its checks ran to an end on one of its subjects. */
export function powerOf(
  faults: readonly KnownFault[],
  results: readonly { check: string; subject: string; outcome: string }[],
): Power {
  const ended = new Set(
    results
      .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
      .map(({ check, subject }) => `${check} ${subject}`),
  );
  const missed = faults
    .filter(
      ({ caughtBy }) =>
        !caughtBy.some(({ check, subjects }) => subjects.some((subject) => ended.has(`${check} ${subject}`))),
    )
    .map(({ fault }) => fault);
  return { known: faults.length, catchable: faults.length - missed.length, missed };
}
