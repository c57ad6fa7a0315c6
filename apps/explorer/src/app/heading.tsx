import { useEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** The view that leads to this one. */
  readonly from?: readonly [title: string, url: string];
}

/** The start of a view: the way back, and a focused heading, so that screen readers announce the view. */
export function Heading({ title, from }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} · Resource Catalogue`;
  }, [title]);
  return (
    <>
      {from && (
        <nav class="soft small" aria-label="Way">
          <a href={from[1]}>{from[0]}</a> /
        </nav>
      )}
      <h1 tabIndex={-1} ref={heading}>
        <bdi>{title}</bdi>
      </h1>
    </>
  );
}
