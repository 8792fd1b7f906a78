import type { SettingValue } from "./settings.js";

/** Where a setting's value came from. */
export type Origin = "flag" | "environment" | "file" | "default";

export interface ResolvedSetting {
  readonly name: string;
  /** Undefined when it is not set and has no default. */
  readonly value: SettingValue | undefined;
  readonly origin: Origin;
  /** The flag, variable or file; empty for a default. */
  readonly source: string;
}

/** The settings of one run, by name and type. Reading one that does not exist is a fault of the program. */
export class Settings {
  readonly all: readonly ResolvedSetting[];
  readonly #byName: ReadonlyMap<string, ResolvedSetting>;

  constructor(all: readonly ResolvedSetting[]) {
    this.all = all;
    this.#byName = new Map(all.map((setting) => [setting.name, setting]));
  }

  text(name: string): string {
    const text = this.optionalText(name);
    if (text === undefined) throw new TypeError(`The setting ${name} has no value. `);
    return text;
  }

  optionalText(name: string): string | undefined {
    const value = this.#find(name);
    return value === undefined ? undefined : String(value);
  }

  flag(name: string): boolean {
    return this.#find(name) === true;
  }

  requiredInteger(name: string): number {
    const integer = this.integer(name);
    if (integer === undefined) throw new TypeError(`The setting ${name} has no value. `);
    return integer;
  }

  integer(name: string): number | undefined {
    const value = this.#find(name);
    return value === undefined ? undefined : Number(value);
  }

  list(name: string): readonly string[] {
    const value = this.#find(name);
    return Array.isArray(value) ? (value as readonly string[]) : [];
  }

  originOf(name: string): Origin {
    return this.#setting(name).origin;
  }

  #find(name: string): SettingValue | undefined {
    return this.#setting(name).value;
  }

  #setting(name: string): ResolvedSetting {
    const setting = this.#byName.get(name);
    if (setting === undefined) throw new TypeError(`There is no setting ${name}. `);
    return setting;
  }
}
