/** The identity of a page of a WXR as text, from its place in the run. */
import { formatMysqlDate, formatRssDate } from '../../../render/calendar.ts';
import { PLANNED_UUID, uuidV5 } from '../../../render/identity.ts';
import type { PageIdentity } from '../../../render/row-values.ts';
import type { PageIdentities, PagePlace } from '../../../render/template.ts';
import type { PageAddress } from '../geo-url-links.ts';

/** What all pages of a project have in common. */
export interface IdentityBase {
  /** UUID. */
  key: string;
  /** Site of the guids, without a slash at its end. */
  getGuidSite: string;
  address: PageAddress;
  /** Seconds since 1970; local time is `date + localOffset`. */
  dateBase: number;
  localOffset: number;
  /** Does the seed have a date in UTC? Without, it is left to the importer. */
  hasGmt: boolean;
}

const NO_DATE = '0000-00-00 00:00:00';

/** What `#make` is given besides the place. */
interface MadeIdentity {
  guid: string;
  date: string;
  gmt: string;
  rfc: string;
}

/** The same place in the same project gives the same identity in every run (UUIDv5 of the project's key). */
export class WxrIdentities implements PageIdentities {
  readonly #base: IdentityBase;
  readonly #planned: MadeIdentity;

  constructor(base: IdentityBase) {
    const date = formatMysqlDate(base.dateBase);
    const guid = `${base.getGuidSite}/?geoloom=${PLANNED_UUID}`;
    this.#base = base;
    this.#planned = { guid, date, gmt: date, rfc: formatRssDate(base.dateBase) };
  }

  /** The same lengths as `of`, without the hash and the calendar. */
  forPlanning(place: PagePlace): PageIdentity {
    return this.#make(place, this.#planned);
  }

  of(place: PagePlace): PageIdentity {
    const { key, getGuidSite, localOffset } = this.#base;
    return this.#make(place, {
      guid: `${getGuidSite}/?geoloom=${uuidV5(key, place.rowKey)}`,
      date: formatMysqlDate(place.date + localOffset),
      gmt: formatMysqlDate(place.date),
      rfc: formatRssDate(place.date),
    });
  }

  #make(place: PagePlace, made: MadeIdentity): PageIdentity {
    const { address, hasGmt } = this.#base;
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
