/** The types of Select Project Type, in the order of the specification. */
import { PLATFORMS, type PlatformId } from '#contract/platforms.ts';
import { getPlatform, type ProjectType } from '#contract/project-types.ts';

export interface ProjectTypeChoice {
  type: ProjectType;
  /** Stored as `{ name }` when it is chosen. */
  name: string;
  /** In the type switcher as well, only on the first row of Select Project Type, or under "More platforms". */
  offered: 'switcher' | 'select' | 'more';
}

export const PROJECT_TYPES: readonly ProjectTypeChoice[] = [
  { type: 'geocoder', name: 'Geocoder', offered: 'switcher' },
  ...PLATFORMS.map(({ id, name, offered }) => ({ type: id, name, offered })),
];

/** The type of a new project: the one that was chosen, WordPress where none was. */
export function findChosenType(stored: string | undefined): ProjectTypeChoice {
  const find = (wanted: string | undefined) => PROJECT_TYPES.find(({ name }) => name === wanted);
  const chosen = find(stored) ?? find('WordPress');
  if (!chosen) throw new Error('WordPress can always be chosen.');
  return chosen;
}

/** As the wire and the engine call a type. */
export function toProjectType(text: string): ProjectType {
  const wanted = text.toLowerCase();
  return (
    PROJECT_TYPES.find(({ type, name }) => type === wanted || name.toLowerCase() === wanted)?.type ??
    'wordpress'
  );
}

/** The platform of a project with a seed page. */
export function toPlatformId(name: string): PlatformId {
  return getPlatform(toProjectType(name)).id;
}

/** The name of a type as its card has it. */
export function formatType(type: string): string {
  return PROJECT_TYPES.find((each) => each.type === type)?.name ?? type;
}

/** Types of the switcher of Create Project, and the chosen one, which may be only on Select Project Type. */
export function listSwitchTypes(chosen: string): { name: string; label: string }[] {
  return PROJECT_TYPES.filter(({ name, offered }) => offered === 'switcher' || chosen === name).map(
    ({ name }) => ({ name, label: name === 'HubSpot' ? 'Hubspot' : name }),
  );
}
