import { useEffect, useRef } from 'preact/hooks';

/** The start of a view: back links, and a focused heading, so that screen readers announce the view. */
export function Heading({ way, title }: { way: readonly (readonly [string, string])[]; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} · Resource Catalogue`;
  }, [title]);
  return (
    <>
      {way.length > 0 && (
        <nav class="soft small" aria-label="Way">
          {way.map(([text, address]) => (
            <span key={address}>
              <a href={address}>{text}</a> /{' '}
            </span>
          ))}
        </nav>
      )}
      <h1 tabIndex={-1} ref={heading}>
        <bdi>{title}</bdi>
      </h1>
    </>
  );
}
