/** A create that was carried out, or whose first answer is given again (WRITE-1, WRITE-7). `text` is the resource as JSON. */
export class Created {
  constructor(
    readonly id: string,
    readonly text: string,
    readonly replayed: boolean,
  ) {}
}

/** A change that was carried out, or that changed nothing (WRITE-1, WRITE-4). */
export class Changed {
  constructor(readonly text: string) {}
}
