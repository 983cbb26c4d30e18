/** Types of Select Project Type, in the order of the specification. */
import { PLATFORMS, type PlatformId } from '#contract/platforms.ts';
import { getPlatform, type ProjectType } from '#contract/project-types.ts';

export interface ProjectTypeChoice {
  type: ProjectType;
  /** Stored as `{ name }`. */
  name: string;
  /**
   * Place of the type: also in the type switcher, only on the first row of Select Project Type, or
   * under "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
}

export const PROJECT_TYPES: readonly ProjectTypeChoice[] = [
  { type: 'geocoder', name: 'Geocoder', offered: 'switcher' },
  ...PLATFORMS.map(({ id, name, offered }) => ({ type: id, name, offered })),
];

/** Type of a new project: the stored one, or WordPress. */
export function findChosenType(stored: string | undefined): ProjectTypeChoice {
  const find = (wanted: string | undefined) => PROJECT_TYPES.find(({ name }) => name === wanted);
  const chosen = find(stored) ?? find('WordPress');
  if (!chosen) throw new Error('WordPress can always be chosen.');
  return chosen;
}

/** Name of a type in the API and the engine. */
export function toProjectType(text: string): ProjectType {
  const wanted = text.toLowerCase();
  return (
    PROJECT_TYPES.find(({ type, name }) => type === wanted || name.toLowerCase() === wanted)?.type ??
    'wordpress'
  );
}

/** Platform of a project with a seed page. */
export function toPlatformId(name: string): PlatformId {
  return getPlatform(toProjectType(name)).id;
}

/** Label of a type. */
export function formatType(type: string): string {
  return PROJECT_TYPES.find((each) => each.type === type)?.name ?? type;
}

/** Types of the switcher on Create Project, plus the chosen one, which may not be among them. */
export function listSwitchTypes(chosen: string): { name: string; label: string }[] {
  return PROJECT_TYPES.filter(({ name, offered }) => offered === 'switcher' || chosen === name).map(
    ({ name }) => ({ name, label: name === 'HubSpot' ? 'Hubspot' : name }),
  );
}
