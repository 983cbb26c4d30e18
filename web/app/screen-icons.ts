/**
 * Icons of the screens in sidebar and search box; separate from the table of screens, which the sign-in form
 * loads.
 */
import {
  BookOpen,
  Briefcase,
  Building2,
  ChartLine,
  CreditCard,
  FolderKanban,
  Globe,
  GraduationCap,
  LayoutDashboard,
  Package,
  Plug,
  Plus,
  Receipt,
  ScrollText,
  Settings,
  Users,
  Wrench,
  type LucideIcon,
} from 'lucide-react';

export const SCREEN_ICONS: Readonly<Record<string, LucideIcon>> = {
  '/dashboard': LayoutDashboard,
  '/projects': FolderKanban,
  '/projects/select-project-type': Plus,
  '/domains': Globe,
  '/tutorials': GraduationCap,
  '/tutorials/create': Plus,
  '/reporting': ChartLine,
  '/resources': BookOpen,
  '/integrations': Plug,
  '/settings': Settings,
  '/stripe/all-users': Users,
  '/agencies': Building2,
  '/my-agency': Briefcase,
  '/payment': CreditCard,
  '/stripe/products': Package,
  '/stripe/all-subscriptions': Receipt,
  '/audit': ScrollText,
  '/maintenance': Wrench,
};
