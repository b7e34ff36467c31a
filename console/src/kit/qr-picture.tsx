import { drawQr } from './qr.ts';

/** Dark on white in every colour scheme, as cameras expect. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = drawQr(text);
  if (rows === null) return null; // The text is shown beside it.
  const side = rows.length + 8;
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  return (
    <svg
      width="200"
      height="200"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" rx="2" />
      <path d={path} fill="#07131c" />
    </svg>
  );
}
