/** Header: logo, search, bell, account. On narrow screens, a menu button and a collapsible search. */
import { ActionIcon, Burger, Button, Group } from '@mantine/core';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#web/client/lazy-part.ts';
import { readPreviousUserData } from '#web/client/session.ts';
import { setMenuOpen } from '#web/client/store.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { Logo } from '#web/ui/logo.tsx';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './header.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { SearchBox } from './search-box.tsx';

/** Loaded lazily, because nothing else in the frame calls the account endpoints. */
const LoginBack = lazyPart(
  'login-back',
  async () => (await import('./login-back.tsx')).LoginBack,
  MissingPart,
);

interface Props {
  isNarrow: boolean;
}

export function Header({ isNarrow }: Props) {
  const [isSearching, setSearching] = useState(false);
  if (isNarrow && isSearching) {
    return (
      <Group h="100%" gap={4} px="8px 12px" wrap="nowrap">
        <SearchBox onLeave={() => setSearching(false)} />
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          flex="none"
          px={4}
          onClick={() => setSearching(false)}
        >
          Cancel
        </Button>
      </Group>
    );
  }
  return isNarrow ? (
    <Group h="100%" gap={4} pl={8} pr={12} wrap="nowrap">
      <MenuButton />
      <Home />
      <Group gap={0} ml="auto" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--text)"
          size={44}
          aria-label="Search pages"
          onClick={() => setSearching(true)}
        >
          <Search size={20} />
        </ActionIcon>
        <LoginBackSlot isNarrow />
        <NotificationBell />
        <AccountMenu />
      </Group>
    </Group>
  ) : (
    <Group h="100%" gap={16} pr={32} wrap="nowrap">
      <Group w="calc(var(--sidebar-width) - 16px)" pl={28} flex="none">
        <Home />
      </Group>
      <SearchBox />
      <Group gap={12} ml="auto" wrap="nowrap">
        <LoginBackSlot isNarrow={false} />
        <NotificationBell />
        <AccountMenu />
      </Group>
    </Group>
  );
}

function LoginBackSlot({ isNarrow }: Props) {
  if (readPreviousUserData() === undefined) return null;
  return (
    <Suspense>
      <LoginBack isNarrow={isNarrow} />
    </Suspense>
  );
}

function MenuButton() {
  const isOpened = useAppSelector((state) => state.menuOpen);
  const dispatch = useAppDispatch();
  return (
    <Burger
      // Stays a burger, because the open drawer covers it and has its own close button.
      opened={false}
      size={18}
      lineSize={2}
      w={44}
      h={44}
      p={13}
      aria-label="Open the menu"
      aria-expanded={isOpened}
      onClick={() => dispatch(setMenuOpen(true))}
    />
  );
}

function Home() {
  return (
    <Link to="/dashboard" className={classes.home} aria-label="Geoloom, go to dashboard">
      <Logo />
    </Link>
  );
}
