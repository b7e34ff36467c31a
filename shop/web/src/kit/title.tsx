import { useEffect, useRef } from 'react';
import { useShop } from './shop.tsx';

/**
 * The page's heading. When the page opens it is in view and takes the focus, so that a screen reader goes on there;
 * news above it come first.
 */
export function Title({ children, lede }: { readonly children: string; readonly lede?: string }) {
  const { brand } = useShop().facts;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${brand.name}`;
  }, [children, brand]);
  useEffect(() => {
    scrollTo(0, 0);
    if (document.activeElement?.matches('.errors') !== true) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="title">
      <h1 tabIndex={-1} ref={heading}>
        {children}
      </h1>
      {lede && <p className="lede">{lede}</p>}
    </div>
  );
}
