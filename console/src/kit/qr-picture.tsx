import { Suspense, use } from 'react';

interface QrPictureProps {
  readonly text: string;
  readonly label: string;
}

// Loaded when the first code is drawn: few visits ever see one.
let drawing: Promise<typeof import('./qr.ts')> | undefined;

/** Dark on white in every colour scheme, as cameras expect. */
export function QrPicture(props: QrPictureProps) {
  return (
    <Suspense fallback={<svg width="200" height="200" aria-hidden="true" />}>
      <Drawn {...props} />
    </Suspense>
  );
}

function Drawn({ text, label }: QrPictureProps) {
  drawing ??= import('./qr.ts');
  const { drawQr } = use(drawing);
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
