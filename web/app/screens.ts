/**
 * Every screen of the application, one row each. The router, sidebar, search box, role gate, breadcrumb and
 * end-to-end tests read this table, so a new screen is one row here.
 */
import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';
import type { Role } from '#contract/account.contract.ts';
import { SignInPage } from '#web/features/account/sign-in-page.tsx';
import type { SearchName } from './search.rules.ts';

/** Page that loads when it is first opened. */
export interface LazyPage {
  /** Name in the error message if it fails to load. */
  chunk: string;
  load: () => Promise<ComponentType>;
}

/** Groups of the sidebar, in order. */
export const NAV_GROUPS = ['Navigate', 'Workspace', 'Administrator', 'Operations'] as const;
type NavGroup = (typeof NAV_GROUPS)[number];

export interface Screen {
  path: `/${string}`;
  /** Title in the breadcrumb and the sidebar. */
  title: string;
  /** Title in the sidebar, if it differs. */
  navTitle?: string;
  page: ComponentType | LazyPage;
  /** Doesn't require sign-in. */
  isPublic?: true;
  /** Roles with access; undefined for every signed-in user. */
  roles?: readonly Role[];
  /** Group of the sidebar; screens in it keep the order of this table. */
  nav?: NavGroup | 'Bottom';
  /** Names that find it in the search box. */
  search?: readonly SearchName[];
}

/** @param name of the component; its chunk is the name in kebab case */
function lazy<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>): LazyPage {
  return {
    chunk: name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase(),
    load: async () => (await load())[name],
  };
}

const ADD_DOMAIN = lazy('AddDomainPage', () => import('#web/features/domains/add-domain-page.tsx'));
const EDIT_AGENCY = lazy('EditAgencyPage', () => import('#web/features/agencies/edit-agency-page.tsx'));
const ADMINS: readonly Role[] = ['admin', 'superadmin'];
const REPORTING = lazy('ReportingPage', () => import('#web/features/reporting/reporting-page.tsx'));
const PRODUCTS = lazy('ProductsPage', () => import('#web/features/billing/products-page.tsx'));

export const SCREENS: readonly Screen[] = [
  // In the main chunk, because it's usually the first page.
  { path: '/', title: 'Sign in', isPublic: true, page: SignInPage },
  { path: '/login', title: 'Login', isPublic: true, page: SignInPage },
  {
    path: '/login/google',
    title: 'Google',
    isPublic: true,
    page: lazy('GoogleReturnPage', () => import('#web/features/account/google-return-page.tsx')),
  },
  {
    path: '/registration',
    title: 'Registration',
    isPublic: true,
    page: lazy('RegistrationPage', () => import('#web/features/account/registration-page.tsx')),
  },
  {
    path: '/setup',
    title: 'Setup',
    isPublic: true,
    page: lazy('SetupPage', () => import('#web/features/account/setup-page.tsx')),
  },
  {
    path: '/password/reset',
    title: 'Reset',
    isPublic: true,
    page: lazy('RequestResetPage', () => import('#web/features/account/request-reset-page.tsx')),
  },
  {
    path: '/password-reset',
    title: 'Password Reset',
    isPublic: true,
    page: lazy('ResetPasswordPage', () => import('#web/features/account/reset-password-page.tsx')),
  },
  {
    path: '/verify-email',
    title: 'Verify Email',
    isPublic: true,
    page: lazy('VerifyEmailPage', () => import('#web/features/account/verify-email-page.tsx')),
  },
  {
    path: '/restore-email',
    title: 'Restore Email',
    isPublic: true,
    page: lazy('RestoreEmailPage', () => import('#web/features/account/restore-email-page.tsx')),
  },
  {
    path: '/invitations/:token',
    title: 'Invitation',
    isPublic: true,
    page: lazy('InvitationPage', () => import('#web/features/account/invitation-page.tsx')),
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    page: lazy('DashboardPage', () => import('#web/features/dashboard/dashboard-page.tsx')),
    nav: 'Navigate',
    search: ['Dashboard'],
  },
  {
    path: '/projects',
    title: 'Projects',
    page: lazy('ProjectsPage', () => import('#web/features/projects/list/projects-page.tsx')),
    nav: 'Navigate',
    search: ['Projects'],
  },
  {
    path: '/projects/select-project-type',
    title: 'Select Project Type',
    page: lazy(
      'SelectProjectTypePage',
      () => import('#web/features/projects/list/select-project-type-page.tsx'),
    ),
    search: ['New Project'],
  },
  {
    path: '/projects/create-project',
    title: 'Create Project',
    page: lazy('CreateProjectPage', () => import('#web/features/projects/form/create-project-page.tsx')),
  },
  {
    path: '/projects/:id',
    title: 'Project',
    page: lazy('ProjectPage', () => import('#web/features/projects/detail/project-page.tsx')),
  },
  {
    path: '/projects/:id/edit',
    title: 'Edit',
    page: lazy('EditProjectPage', () => import('#web/features/projects/form/project-edit-page.tsx')),
  },
  {
    path: '/domains',
    title: 'Domains',
    page: lazy('DomainsPage', () => import('#web/features/domains/domains-page.tsx')),
    nav: 'Workspace',
    search: ['Domains'],
  },
  { path: '/domains/add-domain', title: 'Add Domain', page: ADD_DOMAIN },
  { path: '/add-domain', title: 'Add Domain', page: ADD_DOMAIN },
  {
    path: '/domains/:id',
    title: 'Domain',
    page: lazy('DomainPage', () => import('#web/features/domains/domain-page.tsx')),
  },
  {
    path: '/domains/:id/edit',
    title: 'Edit',
    page: lazy('EditDomainPage', () => import('#web/features/domains/edit-domain-page.tsx')),
  },
  {
    path: '/tutorials',
    title: 'Tutorials',
    page: lazy('TutorialsPage', () => import('#web/features/tutorials/tutorials-page.tsx')),
    nav: 'Navigate',
    search: ['Tutorials'],
  },
  {
    path: '/tutorials/create',
    title: 'Create',
    page: lazy('CreateTutorialPage', () => import('#web/features/tutorials/tutorial-form.tsx')),
    roles: ADMINS,
    search: ['New Tutorial'],
  },
  {
    path: '/tutorials/:id',
    title: 'Tutorial',
    page: lazy('TutorialPage', () => import('#web/features/tutorials/tutorial-page.tsx')),
  },
  {
    path: '/tutorials/:id/edit',
    title: 'Edit',
    page: lazy('EditTutorialPage', () => import('#web/features/tutorials/tutorial-form.tsx')),
    roles: ADMINS,
  },
  { path: '/reporting', title: 'Reporting', page: REPORTING, nav: 'Workspace' },
  { path: '/reporting/scan-reporting', title: 'Scan Reporting', page: REPORTING },
  { path: '/scan-reporting', title: 'Scan Reporting', page: REPORTING },
  {
    path: '/resources',
    title: 'Resources',
    page: lazy('ResourcesPage', () => import('#web/features/resources/resources-page.tsx')),
    nav: 'Navigate',
    search: ['Resources'],
  },
  {
    path: '/resources/:slug',
    title: 'Guide',
    page: lazy('WalkthroughPage', () => import('#web/features/resources/walkthrough-page.tsx')),
  },
  {
    path: '/integrations',
    title: 'Integrations',
    page: lazy('IntegrationsPage', () => import('#web/features/integrations/integrations-page.tsx')),
    nav: 'Workspace',
  },
  {
    path: '/settings',
    title: 'Settings',
    navTitle: 'Account Settings',
    page: lazy('SettingsPage', () => import('#web/features/settings/settings-page.tsx')),
    nav: 'Bottom',
    search: ['Settings', 'Change Password'],
  },
  {
    path: '/stripe/all-users',
    title: 'All Users',
    page: lazy('UsersPage', () => import('#web/features/users/users-page.tsx')),
    roles: ADMINS,
    nav: 'Administrator',
    search: ['All Users'],
  },
  {
    path: '/agencies',
    title: 'Agencies',
    page: lazy('AgenciesPage', () => import('#web/features/agencies/agencies-page.tsx')),
    roles: ADMINS,
    nav: 'Administrator',
    search: ['Agencies'],
  },
  {
    path: '/agencies/create',
    title: 'Create',
    page: lazy('CreateAgencyPage', () => import('#web/features/agencies/create-agency-page.tsx')),
    roles: ADMINS,
  },
  { path: '/agencies/:id', title: 'Agency', page: EDIT_AGENCY, roles: ADMINS },
  { path: '/agencies/:id/edit', title: 'Edit', page: EDIT_AGENCY, roles: ADMINS },
  {
    path: '/my-agency',
    title: 'My Agency',
    page: lazy('MyAgencyPage', () => import('#web/features/my-agency/my-agency-page.tsx')),
    nav: 'Workspace',
  },
  {
    path: '/notifications',
    title: 'Notifications',
    page: lazy('NotificationsPage', () => import('#web/features/notifications/notifications-page.tsx')),
  },
  {
    path: '/notifications/:id',
    title: 'Notification',
    page: lazy('NotificationPage', () => import('#web/features/notifications/notification-page.tsx')),
  },
  {
    path: '/payment',
    title: 'Payment',
    page: lazy('PaymentPage', () => import('#web/features/billing/payment-page.tsx')),
    nav: 'Workspace',
  },
  // Breadcrumb target of the two screens below.
  { path: '/stripe', title: 'Stripe', page: PRODUCTS, roles: ADMINS },
  {
    path: '/stripe/products',
    title: 'Products',
    page: PRODUCTS,
    roles: ADMINS,
    nav: 'Operations',
  },
  {
    path: '/stripe/all-subscriptions',
    title: 'All Subscriptions',
    navTitle: 'Subscriptions',
    page: lazy('SubscriptionsPage', () => import('#web/features/billing/subscriptions-page.tsx')),
    roles: ADMINS,
    nav: 'Operations',
  },
  {
    path: '/audit',
    title: 'Audit',
    navTitle: 'Audit log',
    page: lazy('AuditPage', () => import('#web/features/audit/audit-page.tsx')),
    roles: ADMINS,
    nav: 'Operations',
  },
  {
    path: '/maintenance',
    title: 'Maintenance',
    page: lazy('MaintenancePage', () => import('#web/features/settings/maintenance-page.tsx')),
    roles: ADMINS,
    nav: 'Operations',
  },
];

/** @returns the screen at a path */
export function findScreen(path: string): Screen | undefined {
  return matchRoutes([...SCREENS] as { path: string }[], path)?.at(-1)?.route as Screen | undefined;
}

export const isAllowed = ({ roles }: Screen, role: Role | undefined): boolean =>
  roles === undefined || (role !== undefined && roles.includes(role));

/** The search box leaves out admin screens; any other screen itself shows that access is denied. */
export const isSearched = (screen: Screen, role: Role | undefined): boolean =>
  screen.nav !== 'Administrator' || isAllowed(screen, role);
