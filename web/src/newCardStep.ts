// How far somebody is with her first card, from one page to the next (`NewCardGuide.svelte`).

export interface Lesson {
  step: 'name' | 'change' | 'play' | 'again' | 'pin';
  name?: string;
  /// The paths of the card and of the scenario in which it is there.
  card?: string;
  scenario?: string;
}

const PLACE = 'intermezzo:lesson';

export function begun(): Lesson {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? '{"step":"name"}') as Lesson;
  } catch {
    return { step: 'name' };
  }
}

export function keepLesson(lesson: Lesson) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(lesson));
  } catch {
    // Without storage it begins anew on each page.
  }
}

/// True if she is at a table with her card, and changes it there.
export function goesOn(): boolean {
  return begun().step === 'again';
}
