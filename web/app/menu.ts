/** What the shell leads to: only pages that exist. */
import { FolderKanban, LayoutDashboard, type LucideIcon, Plus } from 'lucide-react';

export interface Destination {
  name: string;
  to: string;
  Icon: LucideIcon;
}

/** Group Navigate of the sidebar. */
export const NAVIGATE: readonly Destination[] = [
  { name: 'Dashboard', to: '/dashboard', Icon: LayoutDashboard },
  { name: 'Projects', to: '/projects', Icon: FolderKanban },
];

/** What the search box finds, in the order of the specification. */
export const SEARCHABLE: readonly Destination[] = [
  ...NAVIGATE,
  { name: 'New Project', to: '/projects/select-project-type', Icon: Plus },
];
