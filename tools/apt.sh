# Read by the tools that fetch what tests need from the machine's own package archive. They set
# $own, a folder of theirs, and $log, a file in it.

has_apt() {
	command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1
}

# Begins afresh, and lets no package ask anything.
prepare_to_fetch() {
	export DEBIAN_FRONTEND=noninteractive
	rm -rf "$own"
	mkdir -p "$own"
}

is_root() {
	[ "$(id -u)" = 0 ]
}

# A fresh machine may be busy with updates of its own: wait for its lock.
install_as_root() {
	apt-get -qq -o DPkg::Lock::Timeout=600 update &&
		apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"
}

# apt fetches what the machine lacks, with state of its own and no locks; nothing is installed. The
# packages are unpacked into $own/root.
unpack_as_user() {
	packages=$*
	mkdir -p "$own/apt/state/lists/partial" "$own/apt/cache/archives/partial" "$own/root"
	set -- -qq -o Debug::NoLocking=1 -o APT::Sandbox::User= -o Dir::State="$own/apt/state" \
		-o Dir::Cache="$own/apt/cache"
	# shellcheck disable=SC2086 # the names of packages hold no spaces
	apt-get "$@" update &&
		apt-get "$@" install -y --no-install-recommends --download-only $packages || return 1
	for package in "$own"/apt/cache/archives/*.deb; do
		dpkg -x "$package" "$own/root" || return 1
	done
	rm -rf "$own/apt"
}

# The folders of the unpacked libraries, each followed by a colon.
unpacked_libraries() {
	find "$own/root/usr/lib" "$own/root/lib" -maxdepth 1 -type d -name '*-linux-gnu*' \
		2>/dev/null | tr '\n' ':'
}
