# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The image for `tsuro serve`: from scratch, the static program and its licences.

make_image() {
    local image=$out/tsuro-$version-image-amd64.tar guest=tsuro-release
    stage "$first"
    new_root
    cp "$staged"/{tsuro,tsuro.cdx.json,THIRD-PARTY.txt,LICENSE-APACHE,LICENSE-MIT} "$root"
    run "$python" release/pack --image amd64 "$version" "$root" "$image"

    need podman podman uidmap
    need runc runc
    new_root
    cp "$image" "$root/image.tar"
    cp release/try-image release/fetch "$root"
    if ((EUID == 0)); then
        # Starting needs no rights, so it is done without: by a user who is there for that.
        id "$guest" >/dev/null 2>&1 || run useradd --create-home "$guest"
        chown "$guest" "$root"
        run setpriv --reuid "$guest" --regid "$guest" --init-groups env HOME="$root" \
            "$root/try-image" "tsuro:$version"
        run userdel --remove "$guest"
    else
        run "$root/try-image" "tsuro:$version"
    fi
    run ls -l "$image"
}
