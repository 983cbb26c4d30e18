/** The identity of a page as text, from its place in the run. */
import { formatMysqlDate, formatRssDate } from './calendar.ts';
import { uuidV5 } from './identity.ts';
import type { Project } from './project.ts';
import type { PageIdentity } from './row-values.ts';

export interface PagePlace {
  id: number;
  slug: string;
  rowKey: string;
  /** Seconds since 1970, UTC. */
  date: number;
}

const NO_DATE = '0000-00-00 00:00:00';
/** As long as a real one: planning needs sizes, not identities. */
const PLANNED_UUID = '00000000-0000-5000-8000-000000000000';

/** What `#make` is given beside the place. */
interface MadeIdentity {
  guid: string;
  date: string;
  gmt: string;
  rfc: string;
}

/** The same place in the same project gives the same identity in every run (UUIDv5 of the project's key). */
export class PageIdentities {
  readonly #project: Project;
  readonly #planned: MadeIdentity;

  constructor(project: Project) {
    const date = formatMysqlDate(project.dateBase);
    const guid = `${project.guidSite}/?geoloom=${PLANNED_UUID}`;
    this.#project = project;
    this.#planned = { guid, date, gmt: date, rfc: formatRssDate(project.dateBase) };
  }

  /** The same lengths as `of`, without the hash and the calendar. */
  forPlanning(place: PagePlace): PageIdentity {
    return this.#make(place, this.#planned);
  }

  of(place: PagePlace): PageIdentity {
    const { key, guidSite, localOffset } = this.#project;
    return this.#make(place, {
      guid: `${guidSite}/?geoloom=${uuidV5(key, place.rowKey)}`,
      date: formatMysqlDate(place.date + localOffset),
      gmt: formatMysqlDate(place.date),
      rfc: formatRssDate(place.date),
    });
  }

  #make(place: PagePlace, made: MadeIdentity): PageIdentity {
    const { address, hasGmt } = this.#project;
    return {
      id: String(place.id),
      guid: made.guid,
      slug: place.slug,
      date: made.date,
      'date-gmt': hasGmt ? made.gmt : NO_DATE,
      'date-rfc': made.rfc,
      url: address.prefix + place.slug + address.suffix,
    };
  }
}
