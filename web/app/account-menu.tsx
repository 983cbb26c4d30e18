/** Who is signed in, the colour scheme, and the way out. */
import { Popover } from '@mantine/core';
import { ChevronDown, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BLANK_AVATAR } from '#web/client/session.ts';
import { refreshAvatar } from '#web/client/store.ts';
import { signOut } from '#web/client/sign-out.ts';
import { useSession } from '#web/client/use-session.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import classes from './account-menu.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';

const RANKS = { user: undefined, admin: 'Admin', superadmin: 'Superadmin' };

/** First letters of the first and the last name. */
function readInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}

function Avatar({ name }: { name: string }) {
  const avatar = useAppSelector((state) => state.avatar);
  const dispatch = useAppDispatch();
  const [refreshed, setRefreshed] = useState<string>();
  /** Its link has expired, perhaps: asked for once more. */
  const refresh = () => {
    if (refreshed === avatar) return;
    setRefreshed(avatar);
    dispatch(refreshAvatar());
  };
  return avatar === BLANK_AVATAR ? (
    <span className={classes.avatar} aria-hidden="true">
      {readInitials(name)}
    </span>
  ) : (
    <img className={classes.avatar} src={avatar} alt="" onError={refresh} />
  );
}

export function AccountMenu() {
  const [isOpened, setOpened] = useState(false);
  const session = useSession();
  const { userData } = useAppSelector((state) => state.user);
  const name = userData?.name ?? session?.name ?? '';
  const rank = RANKS[userData?.role ?? session?.role ?? 'user'];
  return (
    <Popover
      opened={isOpened}
      onChange={setOpened}
      position="bottom-end"
      offset={8}
      trapFocus
      width={264}
      shadow="none"
    >
      <Popover.Target>
        <button type="button" className={classes.widget} onClick={() => setOpened(!isOpened)}>
          <Avatar name={name} />
          <span className={classes.words}>
            <span className={classes.spoken}>Account of </span>
            <span className={classes.name}>{name}</span>
            {rank !== undefined && <span className={classes.rank}>{rank}</span>}
          </span>
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            absoluteStrokeWidth
            aria-hidden="true"
            className={classes.arrow}
          />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label="Account">
        <div className={classes.person}>
          <p className={classes.name}>{name}</p>
          {rank !== undefined && <p className={classes.rank}>{rank}</p>}
        </div>
        <div className={classes.scheme}>
          <SchemeSwitch />
        </div>
        <LogOutButton />
      </Popover.Dropdown>
    </Popover>
  );
}

function LogOutButton() {
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const leave = async () => {
    setLeaving(true);
    await signOut();
    await navigate('/login', { replace: true });
  };
  return (
    <button type="button" className={classes.entry} disabled={isLeaving} onClick={() => void leave()}>
      <LogOut size={18} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
      {isLeaving ? 'Logging out...' : 'Log out'}
    </button>
  );
}
