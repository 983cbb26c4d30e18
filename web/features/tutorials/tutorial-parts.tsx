/** Shared parts of the tutorial screens: level badge, preview image, levels, editing permission. */
import { SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { useState } from 'react';
import { LEVELS, type Tutorial, tutorialsContract } from '#contract/tutorials.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useSession } from '#web/client/use-session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Contours } from '#web/ui/map-sheet.tsx';

const ICONS = { easy: SignalLow, medium: SignalMedium, hard: SignalHigh };

const formatLevel = (level: string) => level.charAt(0).toUpperCase() + level.slice(1);

export function LevelBadge({ level }: Pick<Tutorial, 'level'>) {
  const Icon = ICONS[level];
  return <Badge icon={<Icon size={14} strokeWidth={2} />}>{formatLevel(level)}</Badge>;
}

/** Choices for the level; a built-in list until the server has replied. */
export function useLevels() {
  const { data = LEVELS.map((name) => ({ name })) } = useCall(tutorialsContract.levels);
  return data.map(({ name }) => ({ value: name, label: formatLevel(name) }));
}

/** The server enforces this; the page only hides what it would refuse. */
export function useCanEditTutorials(): boolean {
  const role = useSession()?.role;
  return role === 'admin' || role === 'superadmin';
}

/** Decorative: the title is next to it. */
export function Preview({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string>();
  return url === null || url === failed ? (
    <Contours isWhole />
  ) : (
    <img src={url} alt="" loading="lazy" onError={() => setFailed(url)} />
  );
}
