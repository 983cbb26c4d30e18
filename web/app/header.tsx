/** The header: logo, search, bell, account. On narrow screens the menu button and a search that opens. */
import { ActionIcon } from '@mantine/core';
import { Menu, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { setMenuOpen } from '#web/client/store.ts';
import { useAppDispatch, useAppSelector } from '#web/client/use-store.ts';
import { Logo } from '#web/ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './header.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { SearchBox } from './search-box.tsx';

const ICON = { size: 20, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;

interface Props {
  isNarrow: boolean;
}

export function Header({ isNarrow }: Props) {
  const [isSearching, setSearching] = useState(false);
  const isMenuOpen = useAppSelector((state) => state.menuOpen);
  const dispatch = useAppDispatch();
  if (isNarrow && isSearching) {
    return (
      <header className={classes.header}>
        <SearchBox onLeave={() => setSearching(false)} />
        <button type="button" className={classes.cancel} onClick={() => setSearching(false)}>
          Cancel
        </button>
      </header>
    );
  }
  return (
    <header className={classes.header}>
      {isNarrow && (
        <ActionIcon
          className={classes.icon}
          variant="subtle"
          color="gray"
          size={44}
          aria-label="Open the menu"
          aria-expanded={isMenuOpen}
          onClick={() => dispatch(setMenuOpen(true))}
        >
          <Menu {...ICON} />
        </ActionIcon>
      )}
      <div className={classes.brand}>
        <Link to="/dashboard" className={classes.home} aria-label="Geoloom, to the dashboard">
          <Logo />
        </Link>
      </div>
      {!isNarrow && <SearchBox />}
      <div className={classes.right}>
        {isNarrow && (
          <ActionIcon
            className={classes.icon}
            variant="subtle"
            color="gray"
            size={44}
            aria-label="Search pages"
            onClick={() => setSearching(true)}
          >
            <Search {...ICON} />
          </ActionIcon>
        )}
        <NotificationBell />
        <AccountMenu />
      </div>
    </header>
  );
}
