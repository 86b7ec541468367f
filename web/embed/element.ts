// element.ts - elements made without HTML: text of files and models is text.

type Child = Node | string | null | false;

export function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, string> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);

    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    for (const child of children) if (child) made.append(child);
    return made;
}

export function button(label: string, className: string, pressed: () => void): HTMLButtonElement {
    const made = element("button", { type: "button", class: className }, label);

    made.addEventListener("click", pressed);
    return made;
}

export function iconButton(sign: string, label: string, pressed: () => void): HTMLButtonElement {
    const made = button(sign, "icon", pressed);

    made.setAttribute("aria-label", label);
    made.title = label;
    return made;
}
