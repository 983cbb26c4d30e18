/** QR code, dark on white in both color schemes because not every camera reads the inverse. */
import { encode } from 'uqr';

/** White modules around the code, from ISO/IEC 18004. */
const BORDER = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, background: '#fff', border: '1px solid var(--line)' }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
